import { defineEndpoint, type AppEndpoint } from '#context';
import { getChannelDelivery, listChannelDeliveries, replayChannelDelivery } from '../manage/deliveries.ts';
import {
  ChannelDeliveriesQuery,
  ChannelDeliveriesResponse,
  ChannelDeliveryParams,
  ChannelDeliveryResponse,
  ReplayResponse,
  toDeliveriesBody,
  toDeliveryBody,
  toOneDeliveryBody,
} from '../wire/deliveries.ts';
import { ChannelParams } from '../wire/channels.ts';

const common = { spec: '6', area: 'channels', access: 'key' } as const;

const getDeliveries = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/channels/{channel_id}/deliveries',
  summary: 'What was sent to a channel, and what became of it, newest first',
  description: 'Of the last 400 days.',
  params: ChannelParams,
  query: ChannelDeliveriesQuery,
  responses: { 200: ChannelDeliveriesResponse },
  handle: async (ctx, { params, query }) => {
    const { deliveries, total } = await listChannelDeliveries(ctx, params.channel_id, query);
    return { status: 200, body: toDeliveriesBody(deliveries, query, total) };
  },
});

const getDelivery = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/channels/{channel_id}/deliveries/{delivery_id}',
  summary: 'One message with its newest 100 tries',
  params: ChannelDeliveryParams,
  responses: { 200: ChannelDeliveryResponse },
  handle: async (ctx, { params }) => {
    const { delivery, tries } = await getChannelDelivery(ctx, params.channel_id, params.delivery_id);
    return { status: 200, body: toOneDeliveryBody(delivery, tries) };
  },
});

const postReplay = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/api/channels/{channel_id}/deliveries/{delivery_id}/replay',
  summary: 'Send a message again, with the same id',
  description: 'Whatever became of it. A receiver knows by the id that it has it already.',
  params: ChannelDeliveryParams,
  responses: { 202: ReplayResponse },
  failures: ['conflict'],
  handle: async (ctx, { params }) => {
    const delivery = await replayChannelDelivery(ctx, params.channel_id, params.delivery_id);
    return { status: 202, body: { success: true, delivery: toDeliveryBody(delivery) } };
  },
});

export const deliveryEndpoints: AppEndpoint[] = [getDeliveries, getDelivery, postReplay];

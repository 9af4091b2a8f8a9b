-- Every try to deliver an outbound event (`webhook_deliveries`), and how it ended.

create table webhook_tries (
  delivery_id text not null references webhook_deliveries (id) on delete cascade,
  -- 1 for the first, and counted on when the event is sent again.
  number integer not null,
  began_at timestamptz not null,
  duration_ms integer not null,
  -- Null: there was no answer.
  response_status integer,
  -- Null: the receiver took the event.
  error text,
  primary key (delivery_id, number)
);

-- An app in every storefront: its icon is the same in most of them.
create index apps_app_id_idx on apps (platform, app_id);

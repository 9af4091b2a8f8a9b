import http from 'node:http';
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';
if (!isMainThread) {
  const { port, path, seconds, headers } = workerData;
  const agent = new http.Agent({ keepAlive: true, maxSockets: 50 });
  let n = 0; const end = Date.now() + seconds*1000; let bad=0;
  const one = () => new Promise<void>((res) => { http.get({ port, path, agent, headers }, (r) => { if(r.statusCode!==200) bad++; r.on('data',()=>{}); r.on('end', () => { n++; res(); }); }); });
  await Promise.all(Array.from({length:50}, async () => { while (Date.now() < end) await one(); }));
  parentPort!.postMessage({n,bad}); process.exit(0);
} else {
  const { default: Fastify } = await import('fastify');
  const { z } = await import('zod');
  const { makeServer } = await import('#http/server.ts' as any);
  const { makeDefineEndpoint } = await import('#http/endpoint.ts' as any);
  const { limitField, offsetField } = await import('#http/fields.ts' as any);
  const { hashKey } = await import('#http/auth.ts' as any);
  const { readConfig } = await import('#config' as any);
  const { makeClock } = await import('#kernel/clock.ts' as any);
  const { makeLogger } = await import('#kernel/logger.ts' as any);
  const row = (i:number) => ({ keyword_id: 'kw_'+i, keyword: 'some keyword '+i, keyword_text: 'some keyword '+i, asset_id: 'ast_1', domain: 'example.com', url: 'https://example.com/path/to/'+i, title: 'A title of some length '+i, rank: i, position: i, rank_absolute: i, rank_group: i, previous_rank: i+1, change: 1, device: 'mobile', location_code: 2840, language_code: 'en', status: 'ranked', checked_depth: 100, check_ts: '2026-01-01T00:00:00.000Z', serp_features: ['a','b'], cost: 0.0035, provider: 'dataforseo', relationship:'MINE' });
  const rows = Array.from({length:50},(_, i)=>row(i));
  console.log('bytes', JSON.stringify({rankings: rows}).length);
  const bare = Fastify(); bare.get('/api/rankings', (req, reply) => { reply.header('content-type','application/json'); reply.send(JSON.stringify({success:true, rankings: rows})); });
  await bare.listen({port:0});
  const Row = z.object({ keyword_id: z.string(), keyword: z.string(), keyword_text: z.string(), asset_id: z.string(), domain: z.string(), url: z.string().nullable(), title: z.string().nullable(), rank: z.int().nullable(), position: z.int().nullable(), rank_absolute: z.int().nullable(), rank_group: z.int().nullable(), previous_rank: z.int().nullable(), change: z.int().nullable(), device: z.enum(['mobile','desktop','tablet']), location_code: z.int(), language_code: z.string(), status: z.enum(['ranked','failed']), checked_depth: z.int().nullable(), check_ts: z.string().nullable(), serp_features: z.array(z.string()), cost: z.number(), provider: z.string(), relationship: z.enum(['MINE','OTHER']) });
  const ep = makeDefineEndpoint()({ method:'GET', path:'/api/rankings', spec:'4', area:'r', summary:'x', access:'key', query: z.object({limit: limitField(50,200), offset: offsetField(), project_id: z.string().optional()}), responses: {200: z.object({success: z.boolean(), rankings: z.array(Row)})}, handle: async () => ({status:200, body:{success:true, rankings: rows}}) });
  const rec = { id:'key_a', hash: hashKey('slk_a'), scopes:['read'], tier:'enterprise', organizationId: undefined, projectId: undefined, expiresAt: undefined, revokedAt: undefined };
  const server = await makeServer({ context: { config: readConfig({}), clock: makeClock(), logger: makeLogger(process.env.LL ?? 'info'), postgres: { pool: {} } }, endpoints: [ep], findKey: async () => rec });
  const url = await server.listen({port:0, host:'127.0.0.1'});
  const run = (port:number, path:string, seconds:number, headers:any) => new Promise<number>((res) => { const w = new Worker(new URL(import.meta.url), { workerData: { port, path, seconds, headers } }); w.on('message', (m) => { if (m.bad) console.error('BAD', m.bad); res(m.n/seconds); }); });
  const bp = (bare.server.address() as any).port, sp = Number(new URL(url).port);
  for (let i=0;i<3;i++) {
    const cpu = () => { const c = (process as any).threadCpuUsage(); return c.user + c.system; };
    let c0 = cpu();
    const b = await run(bp, '/api/rankings?limit=50', 4, {});
    const bc = (cpu()-c0)/(b*4); c0 = cpu();
    const s = await run(sp, '/api/rankings?limit=50&project_id=p', 4, { 'x-api-key': 'slk_a' });
    const sc = (cpu()-c0)/(s*4);
    console.error('bare', b|0, 'ours', s|0, 'ratio', (s/b).toFixed(2), 'cpu us/request', bc.toFixed(0), sc.toFixed(0), 'cpu ratio', (bc/sc).toFixed(2));
  }
  process.exit(0);
}

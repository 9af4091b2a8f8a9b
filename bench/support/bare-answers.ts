import { createServer } from 'node:http';

/** The floor of `load`, in a process of its own: the answers of `SERVICE` to `PATHS` with `KEY`, from memory, and nothing else. */
const { SERVICE = '', KEY = '', PATHS = '[]', PORT } = process.env;
const answers = new Map<string, Buffer>();
for (const path of JSON.parse(PATHS) as string[]) {
  const answer = await fetch(`${SERVICE}${path}`, { headers: { authorization: `Bearer ${KEY}` } });
  answers.set(path, Buffer.from(await answer.arrayBuffer()));
}
const server = createServer(({ url = '' }, response) => {
  const body = answers.get(url);
  response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json', 'content-length': body?.length ?? 0 }).end(body);
});
server.listen(Number(PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));

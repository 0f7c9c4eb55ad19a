/** A loopback server in its own process. It responds to every request with the content of BENCH_BODY. */
import { createServer } from 'node:http';

const body = process.env.BENCH_BODY ?? '{}';
const server = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.(typeof address === 'object' && address !== null ? address.port : 0);
});
process.on('disconnect', () => process.exit());

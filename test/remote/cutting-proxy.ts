/** A TCP proxy that cuts connections in the middle of a response. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * Starts a proxy in front of a service. It waits for the first bytes of each response: by then the service has charged the call. For the first
 * connections it passes on a part of the response and cuts the connection; later ones are left alone.
 *
 * @param cuts For each connection to cut, the number of bytes that it passes on.
 */
export async function startCuttingProxy(target: string, cuts: readonly number[]) {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  let connections = 0;
  const server = createServer((client) => {
    const limit = cuts[connections++];
    const service = connect(Number(port), hostname);
    for (const socket of [client, service]) {
      open.add(socket);
      // Both ends of a connection that is cut report an error.
      socket.on('error', () => undefined);
    }
    client.pipe(service);
    client.on('close', () => service.destroy());
    service.on('close', () => client.destroy());
    if (limit === undefined) {
      service.pipe(client);
      return;
    }
    service.once('data', (chunk) => {
      client.write(chunk.subarray(0, limit), () => client.destroy());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Number of connections that were made. */
    connections: () => connections,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

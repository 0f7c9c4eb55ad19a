/** A SOCKS 5 proxy on loopback (RFC 1928, RFC 1929) that behaves as a test chooses, with the site behind it. */
import { createServer as createSite } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { CERTIFICATE, PRIVATE_KEY } from './certificate.ts';

export interface SocksProxy extends AsyncDisposable {
  port: number;
  /** The destination that each connection asked for. */
  asked: { version: number; host: string; port: number; user?: string | undefined; password?: string | undefined }[];
}

export interface SocksBehaviour {
  /** The user name and the password that it wants. */
  credentials?: { user: string; password: string };
  /** Status of its response: 0 connects. */
  status?: number;
  /** Whether it never responds. */
  isSilent?: boolean;
  /** Whether it ends connections at once. */
  ends?: boolean;
}

/** Starts a proxy of SOCKS 5, or of SOCKS 4 for connections that ask for it. */
export async function startSocks(behaviour: SocksBehaviour = {}): Promise<SocksProxy> {
  const asked: SocksProxy['asked'] = [];
  const sockets = new Set<Socket>();
  const site = createSite((_, response) => response.end('<html>a page</html>'));
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    if (behaviour.ends === true) return void socket.destroy();
    if (behaviour.isSilent === true) return;
    socket.once('data', (first) => {
      const serve = () => {
        const secured = new TLSSocket(socket, { isServer: true, cert: CERTIFICATE, key: PRIVATE_KEY });
        secured.on('error', () => undefined);
        site.emit('connection', secured);
      };
      if (first[0] === 4) respondAsVersion4(socket, first, asked, serve);
      else respondAsVersion5(socket, behaviour, asked, serve);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  const { port } = server.address() as AddressInfo;
  return { port, asked, [Symbol.asyncDispose]: async () => close() };
}

function respondAsVersion4(socket: Socket, request: Buffer, asked: SocksProxy['asked'], serve: () => void): void {
  const [user = '', name = ''] = String(request.subarray(8)).split('\0');
  const address = [...request.subarray(4, 8)].join('.');
  // SOCKS 4a: an address of 0.0.0.x announces a name.
  asked.push({ version: 4, host: address.startsWith('0.0.0.') ? name : address, port: request.readUInt16BE(2), user });
  socket.write(Buffer.from([0, 90, 0, 0, 0, 0, 0, 0]));
  serve();
}

function respondAsVersion5(
  socket: Socket,
  { credentials, status = 0 }: SocksBehaviour,
  asked: SocksProxy['asked'],
  serve: () => void,
): void {
  let given: { user?: string; password?: string } = {};
  const connect = () =>
    socket.once('data', (request) => {
      const end = request.length - 2;
      const host = request[3] === 3 ? String(request.subarray(5, end)) : [...request.subarray(4, end)].join('.');
      asked.push({ version: 5, host, port: request.readUInt16BE(end), ...given });
      socket.write(Buffer.from([5, status, 0, 1, 0, 0, 0, 0, 0, 0]));
      if (status === 0) serve();
    });
  if (credentials === undefined) {
    socket.write(Buffer.from([5, 0]));
    connect();
    return;
  }
  socket.write(Buffer.from([5, 2]));
  socket.once('data', (request) => {
    const length = request[1] ?? 0;
    const user = String(request.subarray(2, 2 + length));
    const password = String(request.subarray(3 + length));
    given = { user, password };
    const isRight = user === credentials.user && password === credentials.password;
    socket.write(Buffer.from([1, isRight ? 0 : 1]));
    if (isRight) connect();
  });
}

/** Connections to sites through proxies. Every socket has a listener for errors, and every step a time limit. */
import { request as httpRequest } from 'node:http';
import { Agent, type RequestOptions } from 'node:https';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from 'node:tls';
import type { Lookup } from '../guard.ts';
import { ProxyFault, type ProxyReason } from './proxy-fault.ts';
import { isSocks, socksConnection } from './socks.ts';

/** Options of a {@link TunnelAgent}. */
export interface TunnelOptions {
  /** Limit of each step: connecting, the proxy's response, and TLS with the site [milliseconds]. */
  stepMs: number;
  /** Certificate authorities to trust (PEM). */
  certificateAuthority?: string | undefined;
  /** Looks up the site for SOCKS proxies that take only IP addresses. */
  lookup: Lookup;
  /** Holds the sockets that no request has yet, so that their owner can end them. */
  opening: Set<Socket>;
}

/** The request that a connection is opened for, with its TLS options. */
type SiteOptions = Omit<RequestOptions, 'checkServerIdentity'> & Pick<ConnectionOptions, 'checkServerIdentity'>;

/** An agent that opens connections through one proxy. */
export class TunnelAgent extends Agent {
  readonly #proxy: URL;
  readonly #options: TunnelOptions;

  constructor(proxy: string, options: TunnelOptions) {
    super({ keepAlive: true });
    this.#proxy = new URL(proxy);
    this.#options = options;
  }

  override createConnection(options: SiteOptions, callback?: (error: Error | null, stream: Duplex) => void): undefined {
    this.open(options).then(
      (socket) => callback?.(null, socket),
      (error: Error) => callback?.(error, undefined as never),
    );
  }

  /** Lets running requests end, and keeps no connection afterwards. */
  retire(): void {
    this.maxFreeSockets = 0;
    for (const socket of Object.values(this.freeSockets).flat()) socket?.destroy();
  }

  private async open(options: SiteOptions): Promise<TLSSocket> {
    const { host, port, servername, path: _, lookup: __, timeout: ___, ...tls } = options;
    const name = host ?? '';
    const tunnel = await this.tunnel(name, Number(port ?? 443));
    const site = guarded(connectTls({ ...tls, socket: tunnel, servername: servername ?? name }));
    await this.step(site, 'tunnel', (resolve) => site.once('secureConnect', resolve));
    return site;
  }

  /** Returns a connection to the site's port that carries no TLS yet. */
  private async tunnel(host: string, port: number): Promise<Socket> {
    if (!isSocks(this.#proxy)) return this.connect(`${isIP(host) === 6 ? `[${host}]` : host}:${port}`);
    return guarded(await socksConnection(this.#proxy, { host, port }, this.#options));
  }

  private async connect(authority: string): Promise<Socket> {
    const socket = await this.dial();
    await this.step(socket, 'broken', (resolve, fail) => {
      const request = httpRequest({
        method: 'CONNECT',
        path: authority,
        // Without it, Node sends "close", and a proxy may close the tunnel.
        headers: { host: authority, connection: 'keep-alive', ...authorization(this.#proxy) },
        createConnection: () => socket,
      });
      request.on('error', (error) => fail('broken', codeOf(error)));
      request.once('connect', ({ statusCode = 0 }, _socket, head) => {
        if (statusCode === 407) fail('credentials', 'status 407');
        else if (statusCode < 200 || statusCode > 299) fail('refused', `status ${statusCode}`);
        // The site sends nothing before the client does.
        else if (head.length > 0) fail('broken', 'data behind its response');
        else resolve();
      });
      request.end();
    });
    return socket;
  }

  private async dial(): Promise<Socket> {
    const { protocol, hostname, port } = this.#proxy;
    const isTls = protocol === 'https:';
    const host = hostname.replace(/^\[|\]$/g, '');
    const target = { host, port: Number(port || (isTls ? 443 : 80)) };
    const { certificateAuthority: ca } = this.#options;
    const servername = isIP(host) === 0 ? host : '';
    const socket = guarded(
      isTls ? connectTls({ ...target, servername, ca, ALPNProtocols: ['http/1.1'] }) : connectTcp(target),
    );
    await this.step(socket, 'unreachable', (resolve) => socket.once('connect', resolve));
    if (isTls) await this.step(socket, 'tls', (resolve) => socket.once('secureConnect', resolve));
    return socket;
  }

  /** Waits for one step of a connection. Destroys the socket if the step fails. */
  private async step(
    socket: Socket,
    reason: ProxyReason,
    start: (resolve: () => void, fail: (reason: ProxyReason, detail: string) => void) => void,
  ): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const fail = (why: ProxyReason, detail: string) => reject(new ProxyFault(why, detail));
    const onError = (error: Error) => fail(reason, codeOf(error));
    const onClose = () => fail(reason, 'ECONNRESET');
    const timer = setTimeout(() => fail(reason, 'ETIMEDOUT'), this.#options.stepMs);
    socket.once('error', onError).once('close', onClose);
    this.#options.opening.add(socket);
    try {
      start(resolve, fail);
      await promise;
    } catch (error) {
      socket.destroy();
      throw error;
    } finally {
      clearTimeout(timer);
      socket.off('error', onError).off('close', onClose);
      this.#options.opening.delete(socket);
    }
  }
}

/** Adds the listener that a socket keeps for its whole life: an error between two users of the socket must not end the process. */
const guarded = <Kind extends Socket>(socket: Kind): Kind => socket.on('error', () => undefined);

function authorization({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
}

/** Messages of Node can contain what the proxy sent. */
function codeOf(error: Error): string {
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === 'string' ? code : error.name;
}

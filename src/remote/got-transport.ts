/** The transport of Node: got, with a limited number of persistent connections. */
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import got from 'got';
import { ACCEPT_ENCODING, receive } from '../http/receive.ts';
import type { Transport } from './transport.ts';

/** Returns a transport that keeps at most so many connections. */
export function gotTransport({ maxConnections }: { maxConnections: number }): Transport {
  const options = { keepAlive: true, maxSockets: maxConnections, maxFreeSockets: maxConnections };
  const agents = { http: new HttpAgent(options), https: new HttpsAgent(options) };
  const client = got.extend({
    agent: agents,
    // `receive` decompresses, with a limit.
    decompress: false,
    headers: { 'accept-encoding': ACCEPT_ENCODING },
    // A redirect would send the key to another host.
    followRedirect: false,
    throwHttpErrors: false,
    // `Call` retries.
    retry: { limit: 0 },
  });
  return {
    async send({ url, maxBytes, signal, ...options }) {
      const target = new URL(url);
      // `receive` listens to the signal: got adds and removes three listeners.
      const request = client.stream(target, options);
      return receive({ request, sender: target.origin, maxBytes, signal });
    },
    close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

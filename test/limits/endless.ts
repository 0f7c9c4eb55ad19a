/** Responses that never end, and compressed bodies that grow. */
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

/** The bytes that a server has sent, and whether the client closed the connection. */
export interface Sent {
  bytes: number;
  isClosed: boolean;
}

/** Sends a chunk again and again, as fast as the client reads, until the connection closes. */
export function sendForever(response: ServerResponse, chunk: Uint8Array, sent: Sent): void {
  response.on('close', () => {
    sent.isClosed = true;
  });
  const next = () => {
    while (!sent.isClosed) {
      sent.bytes += chunk.byteLength;
      if (!response.write(chunk)) return;
    }
  };
  response.on('drain', next);
  next();
}

/** Returns a small gzip body of spaces that is as large as given after one decompression. */
export function bombOf(bytes: number): Buffer {
  return gzipSync(Buffer.alloc(bytes, 32));
}

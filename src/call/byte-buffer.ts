/** Collects bytes that arrive in chunks. */

const FIRST_CAPACITY = 65_536;

/** A buffer that grows. Its memory depends on the number of bytes only: kept chunks of one byte would occupy a hundred times as much. */
export class ByteBuffer {
  #bytes = new Uint8Array(0);
  #size = 0;

  /** Number of bytes. */
  get size(): number {
    return this.#size;
  }

  add(chunk: Uint8Array): void {
    const size = this.#size + chunk.byteLength;
    // Most bodies are one chunk: a copy of it is smaller than the first capacity. It is not a view, so that its memory can be moved to another thread.
    if (this.#size === 0) {
      this.#bytes = new Uint8Array(chunk);
      this.#size = size;
      return;
    }
    if (size > this.#bytes.byteLength) {
      const grown = new Uint8Array(Math.max(FIRST_CAPACITY, 2 * this.#bytes.byteLength, size));
      grown.set(this.bytes);
      this.#bytes = grown;
    }
    this.#bytes.set(chunk, this.#size);
    this.#size = size;
  }

  /** The bytes so far. Valid until the next call of another method. */
  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#size);
  }

  clear(): void {
    this.#bytes = new Uint8Array(0);
    this.#size = 0;
  }
}

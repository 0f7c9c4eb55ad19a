/** Merges the metrics of several processes. */

interface Block {
  /** The lines `HELP` and `TYPE`. */
  readonly head: readonly string[];
  readonly samples: string[];
}

/**
 * Returns one text of the texts that {@link Registry.text} made in several processes. Each value has the label `process`: values are not summed, so that a
 * restarted process is a counter that starts again, which Prometheus expects.
 */
export function mergeTexts(texts: readonly { process: string; text: string }[]): string {
  const blocks = new Map<string, Block>();
  for (const { process, text } of texts) {
    for (const part of text.split(/^(?=# HELP )/m)) {
      const lines = part.split('\n').filter((line) => line !== '');
      const head = lines.filter((line) => line.startsWith('# '));
      const name = head[0]?.split(' ')[2];
      if (name === undefined) continue;
      const block = blocks.get(name) ?? { head, samples: [] };
      blocks.set(name, block);
      block.samples.push(...lines.filter((line) => !line.startsWith('# ')).map((line) => withProcess(line, process)));
    }
  }
  return [...blocks.values()].map(({ head, samples }) => `${[...head, ...samples].join('\n')}\n`).join('');
}

/** Adds the label as the first one: `name{process="1",...} value`. */
function withProcess(line: string, process: string): string {
  const [, name, labels = '', rest] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})?( \S+)$/s.exec(line) ?? [];
  return `${name}{process="${process}"${labels === '' ? '' : `,${labels}`}}${rest}`;
}

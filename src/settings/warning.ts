import { nodeProcess } from './runtime.ts';

/** Warnings of the process: they are shown on standard error, and `process.on('warning', ...)` receives them. Browsers show them on their console. */
export function warn(code: `BUYBOX_${string}`, message: string, detail?: string): void {
  if (nodeProcess?.emitWarning === undefined)
    console.warn(`(${code}) ${message}`, ...(detail === undefined ? [] : [detail]));
  else nodeProcess.emitWarning(message, { type: 'BuyboxWarning', code, ...(detail === undefined ? {} : { detail }) });
}

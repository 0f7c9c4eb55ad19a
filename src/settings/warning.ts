/** Warnings of the process: they are shown on standard error, and `process.on('warning', ...)` receives them. */
export function warn(code: `BUYBOX_${string}`, message: string, detail?: string): void {
  process.emitWarning(message, { type: 'BuyboxWarning', code, ...(detail === undefined ? {} : { detail }) });
}

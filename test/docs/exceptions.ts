/** The blocks that are not held, each with its reason. */
export const EXCEPTIONS: readonly { file: string; begins: string; reason: string }[] = [];

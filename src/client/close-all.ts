/**
 * Closes things in turn, each one also after another has failed.
 *
 * @throws the first error
 */
export async function closeAll(...closers: readonly (() => unknown)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const close of closers) {
    try {
      await close();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}

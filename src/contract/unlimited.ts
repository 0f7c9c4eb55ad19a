/** `meta.usage.requests_remaining` of a marketplace without a limit. */
export const UNLIMITED_CREDITS = Number.MAX_SAFE_INTEGER;

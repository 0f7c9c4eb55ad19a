/** What deliveries with webhooks need, for `buybox/queue` and `buybox/watch`. */
export {
  type VerifyWebhookOptions,
  verifyWebhook,
  type WebhookEvent,
  type WebhookSecret,
} from '../deliver/webhook-signature.ts';
export type { WebhookOptions } from '../deliver/webhook-sink.ts';
export { Secret } from '../options/secrets.ts';

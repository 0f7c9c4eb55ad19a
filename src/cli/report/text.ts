/** Text from elsewhere: escaped, kept apart from the direction of the text around it, and no longer than it should be. */
import { type Html, html } from '../../service/html.ts';

const LONGEST = 80;

/** Characters that nobody sees, and marks that turn the direction of what follows. */
const UNSEEN = /[\p{Cc}\p{Cs}\s\u202A-\u202E\u2066-\u2069]+/gu;

/** A name or message on one line, cut where it is too long. */
export function lineOf(text: string, longest = LONGEST): string {
  const characters = [
    ...text
      .slice(0, 4 * longest)
      .replace(UNSEEN, ' ')
      .trim(),
  ];
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : characters.join('');
}

/** A name or message as it may stand in the page. */
export function nameText(text: string, longest = LONGEST): Html {
  return html`<bdi>${lineOf(text, longest)}</bdi>`;
}

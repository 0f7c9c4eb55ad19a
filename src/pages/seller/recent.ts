/** The latest feedback on a profile. The site loads older feedback by further requests. */
import type { StorefrontInfoData } from '../../contract/data/seller.ts';
import { readTemplate } from '../../locale/index.ts';
import { type FieldTable, readEach, someOf } from '../fields.ts';
import type { Page, PageBlock } from '../page.ts';

type RecentFeedback = NonNullable<StorefrontInfoData['recent_feedback']>[number];

const feedbackFields: FieldTable<RecentFeedback, PageBlock> = {
  rating: (row) => row.locale.rating(row.fullText('.a-icon-alt')),
  text: (row) =>
    row.text('.expandable-expanded-text', '[id$="-expanded"]', '.a-text-quote', '[id$="-text"]', '.feedback-text'),
  author: (row) => row.once(rater).author,
  date: (row) => row.locale.date(row.once(rater).date ?? row.text('.feedback-rater')),
};

/** Returns the feedback in the order of the page, without the template row for feedback that is loaded later. */
export function recentFeedbackOf(page: Page): RecentFeedback[] | undefined {
  const rows = page.at('page-section-feedback').entries('.feedback-row');
  return someOf(
    readEach(
      feedbackFields,
      rows.filter((row) => row.text()?.includes('template-') === false),
    ),
  );
}

/** "By Jane on March 3, 2024." */
function rater(row: PageBlock) {
  return readTemplate(row.text('.feedback-rater'), row.locale.words.seller.ratedBy);
}

import { BadRequestError, MARKETPLACES, type ProductData } from 'buybox';
import type { Metadata } from 'next';
import Image from 'next/image';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { theMarketplace } from '../../../../lib/marketplace.ts';

interface Props {
  params: Promise<{ marketplace: string; asin: string }>;
}

/** Next.js renders a page at its first request and caches it for five minutes: one credit for all visitors. */
export const revalidate = 300;
export const generateStaticParams = () => [];

/** Called once for each page, for its metadata and its body. An invalid ASIN or marketplace is a 404. */
const productOf = cache(async (code: string, asin: string): Promise<ProductData> => {
  const marketplace = MARKETPLACES.find((known) => known === code);
  if (marketplace === undefined) notFound();
  try {
    const { found, data } = await (await theMarketplace()).product({ asin, marketplace });
    if (found) return data;
  } catch (error) {
    // Other errors (a block, a timeout) render error.tsx: the product may exist, so the page must not be cached.
    if (!(error instanceof BadRequestError)) throw error;
  }
  notFound();
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { marketplace, asin } = await params;
  const { title = asin } = await productOf(marketplace, asin);
  return { title };
}

export default async function Product({ params }: Props) {
  const { marketplace, asin } = await params;
  const product = await productOf(marketplace, asin);
  const { title, brand, image_url, bb_price, currency, promotion, availability_text, seller } = product;
  const { rating, reviews, feature_bullets = [], overview = [] } = product;
  const [delivery] = product.delivery ?? [];
  return (
    <article>
      <h1>{title ?? asin}</h1>
      {brand && <p className="quiet">{brand.name}</p>}
      {image_url && <Image src={image_url} alt={title ?? asin} width={240} height={240} unoptimized />}
      <p>
        <span className="price">{bb_price === undefined ? 'No featured offer' : `${bb_price} ${currency ?? ''}`}</span>{' '}
        {promotion?.list_price && <s>{promotion.list_price.amount}</s>}{' '}
        {promotion?.deal && <b>{promotion.deal.label}</b>}
      </p>
      {seller && <p>Sold by {seller.name}</p>}
      {availability_text && <p>{availability_text}</p>}
      {delivery && <p>{delivery.text}</p>}
      {rating !== undefined && (
        <p>
          {rating} of 5 stars, {reviews ?? 0} ratings
        </p>
      )}
      <ul>
        {feature_bullets.map((bullet) => (
          <li key={bullet}>{bullet}</li>
        ))}
      </ul>
      <table>
        <tbody>
          {overview.map(({ name, value }) => (
            <tr key={name}>
              <th>{name}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </article>
  );
}

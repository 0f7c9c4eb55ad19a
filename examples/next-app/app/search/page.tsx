import Link from 'next/link';
import { theMarketplace } from '../../lib/marketplace.ts';

/** The first page of results, rendered for each request: one credit each. */
export default async function Search({ searchParams }: { searchParams: Promise<{ q?: string | string[] }> }) {
  const { q } = await searchParams;
  const keyword = String(q ?? '').trim();
  if (keyword === '') return <p>Enter a search term.</p>;
  const { data } = await (await theMarketplace()).search({ keyword });
  const results = data?.shallow_parts ?? [];
  return (
    <>
      <h1>{keyword}</h1>
      <p className="quiet">{data?.total_results_count ?? results.length} results</p>
      <ol>
        {results.map(({ asin, title, price, currency }) => (
          <li key={asin}>
            <Link href={`/products/us/${asin}`} prefetch={false}>
              {title ?? asin}
            </Link>{' '}
            {price === undefined ? <span className="quiet">no price</span> : `${price} ${currency ?? ''}`}
          </li>
        ))}
      </ol>
    </>
  );
}

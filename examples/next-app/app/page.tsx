import Link from 'next/link';

export default function Home() {
  return (
    <>
      <h1>Look a product up</h1>
      <p>
        Search above, or open a URL such as <Link href="/products/us/B0LANTERN1">/products/us/B0LANTERN1</Link>.
      </p>
      <p className="quiet">
        The same data is available as JSON under <code>/v1</code>, with an API key.
      </p>
    </>
  );
}

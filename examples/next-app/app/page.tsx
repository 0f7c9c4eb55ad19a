import Link from 'next/link';

export default function Home() {
  return (
    <>
      <h1>Look a product up</h1>
      <p>
        Search above, or open an address such as <Link href="/products/us/B0LANTERN1">/products/us/B0LANTERN1</Link>.
      </p>
      <p className="quiet">
        The same data is below <code>/v1</code> as JSON, for those who have a key.
      </p>
    </>
  );
}

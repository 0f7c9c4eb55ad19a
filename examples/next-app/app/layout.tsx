import type { Metadata } from 'next';
import Link from 'next/link';
import type { ReactNode } from 'react';
import './globals.css';

export const metadata: Metadata = { title: 'Marketplace', description: 'Products of a marketplace, by buybox' };

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <header>
          <Link href="/">Marketplace</Link>
          <form action="/search">
            <input name="q" type="search" aria-label="Search" placeholder="camping lantern" required />
            <button type="submit">Search</button>
          </form>
        </header>
        <main>{children}</main>
      </body>
    </html>
  );
}

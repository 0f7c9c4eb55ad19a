import type { NextConfig } from 'next';

export default {
  // Not bundled: the package reads its fixture pages and its worker from files.
  serverExternalPackages: ['buybox'],
  poweredByHeader: false,
} satisfies NextConfig;

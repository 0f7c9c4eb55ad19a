import type { NextConfig } from 'next';

export default {
  // The package stays as it is, beside the bundle: its fixture pages and its threads are files of its own.
  serverExternalPackages: ['buybox'],
  poweredByHeader: false,
} satisfies NextConfig;

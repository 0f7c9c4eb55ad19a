'use client';

/** Rendered when a call fails. */
export default function Failure({ retry }: { retry: () => void }) {
  return (
    <>
      <h1>The marketplace did not respond</h1>
      <p>The product may still exist. Try again in a moment.</p>
      <button type="button" onClick={() => retry()}>
        Try again
      </button>
    </>
  );
}

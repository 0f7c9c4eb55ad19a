'use client';

/** What the marketplace's errors are to a visitor: nothing was found out, so ask again. */
export default function Failure({ retry }: { retry: () => void }) {
  return (
    <>
      <h1>The marketplace gave no answer</h1>
      <p>That says nothing about the product. Try again in a moment.</p>
      <button type="button" onClick={() => retry()}>
        Try again
      </button>
    </>
  );
}

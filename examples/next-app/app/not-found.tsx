export default function NotFound() {
  return (
    <>
      <h1>Not found</h1>
      <p>This marketplace has no such product, or the page does not exist.</p>
    </>
  );
}

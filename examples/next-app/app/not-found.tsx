export default function NotFound() {
  return (
    <>
      <h1>Not here</h1>
      <p>There is no such product in this marketplace, and no such page.</p>
    </>
  );
}

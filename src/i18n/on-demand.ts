/** Makes a value when it is first asked for and keeps it: Intl's objects take milliseconds each to make, which no first frame and no first cell should wait for. */
export const onDemand = <Value>(make: () => Value): (() => Value) => {
  let memo: { readonly value: Value } | undefined;
  return () => (memo ??= { value: make() }).value;
};

/** Caches the last result only: the fields of one record ask for the same value one after another. */
export const memoizeLast = <C, T>(make: (context: C, ordinal: number) => T): ((context: C, ordinal: number) => T) => {
  let last: { readonly context: C; readonly ordinal: number; readonly made: T } | undefined;
  return (context, ordinal) => {
    if (last?.ordinal !== ordinal || last.context !== context)
      last = { context, ordinal, made: make(context, ordinal) };
    return last.made;
  };
};

/** Roughly the bytes a value of JSON takes in memory. */
export const sizeOf = (value: unknown): number => {
  if (typeof value === "string") return value.length + 16;
  if (typeof value !== "object" || value === null) return 8;
  let size = 32;
  if (Array.isArray(value)) for (const item of value) size += sizeOf(item);
  else for (const name in value) size += 8 + sizeOf(value[name as keyof typeof value]);
  return size;
};

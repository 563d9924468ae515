/** `14:05`, in the user's own time zone. */
export const timeOfDay = (milliseconds: number): string => {
  const time = new Date(milliseconds);
  return [time.getHours(), time.getMinutes()].map((part) => String(part).padStart(2, "0")).join(":");
};

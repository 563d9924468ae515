/** What single worksheet functions say. */
export const englishFunctions = {} as const;

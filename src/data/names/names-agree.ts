/** Words that any company may have in its name. */
const usualWords = new Set(
  "the of and de la du des di und et inc incorporated corp corporation co company cos ltd limited llc llp lp plc sa ag nv bv se ab as asa oyj spa srl gmbh kk kgaa pjsc pt tbk bhd group grp groupe gruppe holding holdings hldgs hldg intl international trust fund class cl shares share common stock stk ord ordinary sponsored spons adr ads reg registered new na on ii iii iv bank capital financial global industries technologies energy services".split(
    " ",
  ),
);

const nameWords = (name: string): readonly string[] =>
  name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");

/** Whether two words are the same, or one abbreviates the other. */
const sameWord = (one: string, other: string): boolean =>
  one === other || (Math.min(one.length, other.length) >= 3 && (one.startsWith(other) || other.startsWith(one)));

/** Whether two names may be those of one company: they share a word that not any company may have. */
export const namesAgree = (one: string, other: string): boolean => {
  const rare = (name: string): readonly string[] => {
    const words = nameWords(name);
    const own = words.filter((word) => !usualWords.has(word));
    return own.length > 0 ? own : words;
  };
  const others = rare(other);
  return rare(one).some((word) => others.some((each) => sameWord(word, each)));
};

/** Keeps the JSON of records as it was written: the records of the made-up world never change. */
export interface Fragments {
  /** A writer of one shape of records: the name tells resource, members, language and, where it matters, who reads. */
  readonly writer: (shape: string, make: (ordinal: number) => object) => (ordinal: number) => string;
}

interface Shape {
  readonly texts: Map<number, string>;
  weight: number;
}

/** Makes the store of at most about so many characters; the shapes that were not asked for the longest leave first. */
export const createFragments = (most: number): Fragments => {
  const shapes = new Map<string, Shape>();
  let weight = 0;
  const shrink = (): void => {
    for (const [name, shape] of shapes) {
      if (weight <= most / 2) return;
      shapes.delete(name);
      weight -= shape.weight;
      shape.weight = 0;
      shape.texts.clear();
    }
  };
  const shapeOf = (name: string): Shape => {
    const shape = shapes.get(name) ?? { texts: new Map<number, string>(), weight: 0 };
    // The one asked for last is the last to leave.
    shapes.delete(name);
    shapes.set(name, shape);
    return shape;
  };
  return {
    writer: (name, make) => {
      const shape = shapeOf(name);
      return (ordinal) => {
        const known = shape.texts.get(ordinal);
        if (known !== undefined) return known;
        const text = JSON.stringify(make(ordinal));
        if (shapes.get(name) === shape) {
          shape.texts.set(ordinal, text);
          shape.weight += text.length;
          weight += text.length;
          if (weight > most) shrink();
        }
        return text;
      };
    },
  };
};

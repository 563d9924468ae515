import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

/** What is wrong with an image that must be a PNG of `size` × `size` pixels. `named`: how a sentence names its place. */
export const checkImage = (named: string, image: string, size: number, root: string): readonly string[] => {
  const file = path.join(root, image);
  const must = `${named}: the image ${image.replace(/^\//, "")} must be a PNG of ${size} × ${size} pixels`;
  if (!existsSync(file)) return [`${must}, got no file`];
  const bytes = readFileSync(file);
  if (bytes.subarray(1, 4).toString() !== "PNG") return [`${must}, got another format`];
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  return width === size && height === size ? [] : [`${must}, got ${width} × ${height}`];
};

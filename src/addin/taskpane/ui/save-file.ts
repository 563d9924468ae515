/** Downloads a text, or the bytes of a file. */
export const saveFile = (name: string, type: string, content: string | Uint8Array): void => {
  const part = typeof content === "string" ? content : new Uint8Array(content);
  const address = URL.createObjectURL(
    new Blob([part], { type: typeof content === "string" ? `${type};charset=utf-8` : type }),
  );
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  URL.revokeObjectURL(address);
};

import { isCellAddress } from "../../src/taskpane/insert/insertion";

test.each(["A1", "$C$1", "zz99", "XFD1048576", "Sheet1!C1", "'My sheet'!$C$1", "'It''s'!B2", "Ä b!A1"])(
  "%s is a cell",
  (text) => expect(isCellAddress(text)).toBe(true),
);

test.each(["", "A0", "A1:B2", "=A1", "Nowhere at all", "A1048577", "XFE1", "ZZZ99", "ABCD1", "'My sheet!A1", "!A1"])(
  "%j is none",
  (text) => expect(isCellAddress(text)).toBe(false),
);

import { safeCsv } from "../../../../../../src/addin/taskpane/features/analyses/analysis-uses";

test("names that begin like formulas get an apostrophe, numbers with signs and everything else stay as they are", () => {
  const csv = 'day,entity,mean_polarity\r\n2026-01-05,=1+1,-0.25\r\n2026-01-05,"@a, ""b""",+3e-7\r\n,-cmd|x,\r\n';
  expect(safeCsv(csv)).toBe(
    'day,entity,mean_polarity\r\n2026-01-05,"\'=1+1",-0.25\r\n2026-01-05,"\'@a, ""b""",+3e-7\r\n,"\'-cmd|x",\r\n',
  );
});

test.each(["", "a", "a,b", '"a\nb",c\n', '"=a\r\nb"', ",,\n,,", "ünï,漢字,-1"])(
  "%j keeps its rows and cells",
  (csv) => {
    const shape = (text: string): number[] => text.split(/\n/).map((line) => line.split(",").length);
    expect(shape(safeCsv(csv))).toEqual(shape(csv));
  },
);

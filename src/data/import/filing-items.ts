/** The items of Form 8-K by number, with the beginnings of their captions. Before August 2004 they had other numbers. */
const captions: Readonly<Record<string, string>> = {
  "1.01": "Entry into a Material Definitive Agreement",
  "1.02": "Termination of a Material Definitive Agreement",
  "1.03": "Bankruptcy or Receivership",
  "1.04": "Mine Safety: Reporting of Shutdowns and Patterns of Violations",
  "1.05": "Material Cybersecurity Incidents",
  "2.01": "Completion of Acquisition or Disposition of Assets",
  "2.02": "Results of Operations and Financial Condition",
  "2.03": "Creation of a Direct Financial Obligation",
  "2.04": "Triggering Events That Accelerate or Increase a Direct Financial Obligation",
  "2.05": "Costs Associated with Exit or Disposal Activities",
  "2.06": "Material Impairments",
  "3.01": "Notice of Delisting or Transfer of Listing",
  "3.02": "Unregistered Sales of Equity Securities",
  "3.03": "Material Modification to Rights of Security Holders",
  "4.01": "Changes in Registrant's Certifying Accountant",
  "4.02": "Non-Reliance on Previously Issued Financial Statements",
  "5.01": "Changes in Control of Registrant",
  "5.02": "Departure of Directors or Certain Officers; Election of Directors",
  "5.03": "Amendments to Articles of Incorporation or Bylaws",
  "5.05": "Amendments to the Registrant's Code of Ethics",
  "5.07": "Submission of Matters to a Vote of Security Holders",
  "5.08": "Shareholder Director Nominations",
  "7.01": "Regulation FD Disclosure",
  "8.01": "Other Events",
  "9.01": "Financial Statements and Exhibits",
};

const formerCaptions: Readonly<Record<string, string>> = {
  "1": "Changes in Control of Registrant",
  "2": "Acquisition or Disposition of Assets",
  "3": "Bankruptcy or Receivership",
  "4": "Changes in Registrant's Certifying Accountant",
  "5": "Other Events",
  "6": "Resignations of Registrant's Directors",
  "7": "Financial Statements and Exhibits",
  "8": "Change in Fiscal Year",
  "9": "Regulation FD Disclosure",
  "12": "Results of Operations and Financial Condition",
};

/** The first words of a caption, by which headers of filings that have no numbers are known. */
const captionKey = (caption: string): string =>
  caption
    .toLowerCase()
    .replaceAll(/[^a-z\s-]/g, "")
    .split(/\s+/)
    .slice(0, 3)
    .map((word) => word.replace(/s$/, ""))
    .join(" ");

const numbers = new Map(Object.entries(captions).map(([number, caption]) => [captionKey(caption), number]));

/** An item of an 8-K with number and caption, from either of them; as it stands where it is not known. */
export const filingItem = (item: string): string => {
  const number = captions[item] === undefined ? (numbers.get(captionKey(item)) ?? item) : item;
  const caption = captions[number] ?? formerCaptions[number];
  return caption === undefined ? item : `Item ${number} ${caption}`;
};

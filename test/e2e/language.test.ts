import { describeLanguages, firstLanguage } from "./language";

describeLanguages([firstLanguage]);

/** A style sheet that is imported for what it does to the page; the build puts it into a file of its own. */
declare module "*.css";

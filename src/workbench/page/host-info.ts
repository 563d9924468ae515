/**
 * The page's address as Excel opens it: host, platform, version and display language stand in it, for those who cannot wait for office.js
 * (Office's documentation of attaching a debugger shows such an address).
 */
export const withHostInfo = (address: string, language: string): string =>
  `${address}${address.includes("?") ? "&" : "?"}_host_Info=Excel$Web$16.01$${language}$$$$0`;

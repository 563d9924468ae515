/** The form of an error value that the engine shows, such as `#N/A`, `#DIV/0!` or `#NAME?`. */
export const errorValue = /^#(N\/A|[A-Z]+(\/0)?[!?])$/;

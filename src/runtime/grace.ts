/** Excel may call a formula again just after it cancelled it: what nobody wants is kept up for so long. */
export const grace = 200;

/**
 * The e-mail rule of the free scan (spec section 5): text, @, text, dot, text; one @, no white space. In a file of its
 * own so that the form can have it without the schemas.
 */
export const EMAIL_PATTERN = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

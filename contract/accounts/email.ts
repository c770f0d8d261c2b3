/**
 * The email rule of the free scan (spec section 5): text, @, text, dot, text; one @, no white space. It stops at the first dot
 * after the domain's first character: if any dot could match, a text full of dots would be tried once per dot. In its own file so
 * that the form can use it without the schemas.
 */
export const EMAIL_PATTERN = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/;

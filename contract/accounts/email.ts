/**
 * The email rule of the free scan (spec section 5): text, @, text, dot, text; one @, no white space. The dot it stops at is the
 * first one after the domain's first character: if any dot would match, a text of dots would be tried once per dot.
 * In its own file so that the form can use it without the schemas.
 */
export const EMAIL_PATTERN = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/;

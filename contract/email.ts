/**
 * The e-mail rule of the free scan (spec section 5): text, @, text, dot, text; one @, no white space. The dot it stops at is the
 * first one after the domain's first character: where any dot would do, a text of dots would be tried once for each of them.
 * In a file of its own so that the form can have it without the schemas.
 */
export const EMAIL_PATTERN = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/;

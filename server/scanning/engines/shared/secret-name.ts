const SECRET_NAME =
	/auth|bearer|code|cookie|credential|csrf|jwt|key|pass|pin|pwd|secret|sess|sid|sig|ticket|token|xsrf/i;

/** Whether a parameter of this name may hold a secret. */
export const isSecretName = (name: string): boolean => SECRET_NAME.test(name);

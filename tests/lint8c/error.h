/* port/error.h of both kernels */
extern	char	Ebadctl[], Ebadarg[], Enomem[], Eio[], Eperm[], Enonexist[];

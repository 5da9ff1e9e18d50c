/* the kernel's error strings, in error.c; programs compare some byte for byte */
extern char Enoerror[], Emount[], Eunmount[], Eismtpt[], Eunion[], Emountrpc[];
extern char Eshutdown[], Enocreate[], Enonexist[], Eexist[], Ebadsharp[];
extern char Enotdir[], Eisdir[], Ebadchar[], Efilename[], Eperm[], Ebadusefd[];
extern char Ebadarg[], Einuse[], Eio[], Etoobig[], Etoosmall[], Enoport[];
extern char Ehungup[], Ebadctl[], Enodev[], Eprocdied[], Enochild[], Eioload[];
extern char Enovmem[], Ebadfd[], Enofd[], Eisstream[], Ebadexec[], Etimedout[];
extern char Econrefused[], Econinuse[], Eintr[12], Enomem[], Esoverlap[];
extern char Emouseset[], Eshort[], Egreg[], Ebadspec[], Enoreg[], Enoattach[];
extern char Eshortstat[], Ebadstat[], Enegoff[], Ecmdargs[], Ebadip[], Edirseek[];
extern char Echange[], Etoolong[], Enoprocs[];

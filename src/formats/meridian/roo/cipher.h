/* The cipher of rooms: that of PKZIP with an error in its key schedule, which every tool since has kept. */
#ifndef TLB_FORMATS_MERIDIAN_ROO_CIPHER_H
#define TLB_FORMATS_MERIDIAN_ROO_CIPHER_H

#include "trilobite/roo.h"

/* Behind the header of an encrypted room stand a mark, the length of what is encrypted, and the response. */
#define ROO_CIPHER_MARK 0xffffffffu
enum { ROO_CIPHER_HEADER = 12 };

/* The security value, encrypted: by it a reader knows that it has the password. 0 for TLB_ROO_PLAIN. */
uint32_t roo_cipher_response(tlb_roo_encryption encryption, uint32_t security);
/* The encryption whose response that is, that of the version first; TLB_ROO_PLAIN: none. */
tlb_roo_encryption roo_cipher_find(uint32_t version, uint32_t security, uint32_t response);
tlb_roo_encryption roo_cipher_of_version(uint32_t version);

/* In place. */
void roo_encrypt(tlb_roo_encryption encryption, uint8_t *data, size_t size);
void roo_decrypt(tlb_roo_encryption encryption, uint8_t *data, size_t size);

#endif

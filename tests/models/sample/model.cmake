# SPDX-License-Identifier: Apache-2.0
tilebridge_object(tilebridge_sample sample models/sample/model.cpp)
